"""After a redesign: values that are known find themselves on the new pages."""
