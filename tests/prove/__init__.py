"""The long campaign: machines that search for the opposite of what is promised."""
