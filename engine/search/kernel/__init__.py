"""The rules once more, compiled: a fast copy that is held to the readable one.

Sets of cards are int64 masks, bit `n` for card `n`; every table is made from the rules'
own. A function names its readable twin, and tests compare the two. All numbers are
integers, or floating point that is only added and multiplied in a fixed order, so that
every machine comes to the same result.
"""
