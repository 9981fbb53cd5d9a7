"""What a browser keeps of the site for when there is no network: which pages, the worker that keeps them, its end."""
