"""The site in a browser's laboratory: served as a host would, weighed, timed and pictured."""
