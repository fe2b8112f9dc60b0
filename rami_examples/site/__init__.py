"""From pages to the site: one MkDocs build for all languages, put in place in one step."""
