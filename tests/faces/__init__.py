"""The pages as people see and hear them: in a browser, in both themes, at the sizes of a desk and of a phone."""
