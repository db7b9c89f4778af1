"""What ZooKeeper and the controller say to this broker, and how it speaks to them."""
