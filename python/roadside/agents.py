"""Players by name, as objects.

```python
game = roadside.load_game("zone_stalker", players=2)
state = game.new_initial_state(seed=1)
agent = roadside.agents.make("cautious:4")
while not state.is_terminal():
    state.apply_action(agent.act(state))
```
"""

from roadside._native import Agent
from roadside._native import make_agent as make

__all__ = ["Agent", "make"]
