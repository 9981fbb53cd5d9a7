"""What is typed on the desk's pages, read and kept; what it may mean is for the services."""
