"""For tests of simulations: correct clusters that are small enough to be seen through."""
