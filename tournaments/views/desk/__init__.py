"""The organisers' desk: everything that is done to an event before, during and after its rounds."""
