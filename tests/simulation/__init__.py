"""Whole games on simulated time, network and store, and a checker of what was promised."""
