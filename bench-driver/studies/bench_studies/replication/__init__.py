"""The study of replication: documents at a primary, and what its replica has of them."""
