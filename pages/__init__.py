"""What is on this page? Bytes become text, a tag sequence, and contents."""
