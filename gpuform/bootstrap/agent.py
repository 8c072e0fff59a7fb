"""The CloudWatch agent's configuration: GPU figures, told per scaling group so that an alarm on the group can see them.

Without the aggregation the agent's own dimensions (host, index, name) match no alarm on a group, which then stays at
INSUFFICIENT_DATA: the most usual mistake.
"""

from __future__ import annotations

import json

MEASURED = ("utilization_gpu", "utilization_memory", "memory_used", "memory_total", "temperature_gpu", "power_draw")
GROUP = "AutoScalingGroupName"
INTERVAL_SECONDS = 60


def agent_config() -> str:
    """JSON of the agent, sorted."""
    config = {
        "agent": {"metrics_collection_interval": INTERVAL_SECONDS},
        "metrics": {
            "namespace": "CWAgent",
            "append_dimensions": {GROUP: "${aws:AutoScalingGroupName}"},
            "aggregation_dimensions": [[GROUP]],
            "metrics_collected": {"nvidia_gpu": {"measurement": list(MEASURED)}},
        },
    }
    return json.dumps(config, sort_keys=True, separators=(",", ":"))
