"""Forms of the desk's pages: parsing and input errors.  Services check the meaning."""
