"""The model of `delivered`, checked on a link of a known bandwidth."""
