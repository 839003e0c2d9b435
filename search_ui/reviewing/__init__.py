"""What may be a new attribute? A person looks at proposals, decides, and sees what follows."""
