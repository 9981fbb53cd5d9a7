"""Runner of the whole suite: distribution, reruns, selection by impact, stress and mutations (`./run test`)."""
