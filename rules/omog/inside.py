"""Who is inside which house or woods, by the numbers of the field's things."""

from rules.measure.field import Field, Stand


def houses_around(field: Field, stand: Stand) -> frozenset[int]:
    """The houses inside which he is; on a roof he is in none."""
    return frozenset(
        i for i in stand.inside if field.words[i] == "house" and not field.thing(i).inverted
    )


def woods_around(field: Field, stand: Stand) -> frozenset[int]:
    """The woods he is in, each napkin its own."""
    return frozenset(i for i in stand.inside if field.words[i] == "woods")


def under_roof_or_trees(field: Field, stand: Stand) -> bool:
    """Whether he is in a house or in woods, where there is no room for a bayonet."""
    return bool(houses_around(field, stand) or woods_around(field, stand))
