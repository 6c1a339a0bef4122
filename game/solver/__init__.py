"""From a known deck to a winning line; needs the extra `solver` (numpy, numba).

It imports the engine alone, and the engine has replayed every line before it leaves.
"""
