"""What a host deploys: files that are read as the tools read them, and run."""
