"""The table over time: picture after picture, names and places that stay.

A picture on which nothing has changed costs little: a small flat copy of the table and a look at
the tags. Every other one is first doubted: is it sharp and whole, and does the camera stand where
it did? While a hand is over the table what it covers or holds keeps its last known place. When it
is gone the table is looked at again where it has changed, and what is seen is believed when enough
pictures agree.
"""

from dataclasses import replace

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from table.picture import Picture
from table.scene import Scene
from vision.lens_by_tags import pose_by_tags
from vision.live.bare_place import is_bare, is_bare_footprint
from vision.live.carried import is_carried
from vision.live.changed_tags import TagsNow
from vision.live.evidence import Count, LookEvidence, agree, needed
from vision.live.from_above import from_above
from vision.live.glance import any_thing_changed, first_look, glance, with_more_tags
from vision.live.hand import ReachingIn, hand_cells, is_laid
from vision.live.light import is_light, without_light
from vision.live.merge import DeadBand
from vision.live.repose import is_same_pose, pose_at_other_size, reposed
from vision.live.resting import changed_cells
from vision.live.tracked import Camera, Known, Pending, Tracked, Watching
from vision.live.trust import Trust, trust_in
from vision.live.under_hand import shown_under_hand
from vision.live.view import ChangedPicture, view_of
from vision.live.witnesses import marker_witnesses
from vision.look import refuse_blank
from vision.pictures.quality import blank
from vision.surface.flat_table import Pixels
from vision.surface.masks import GridMask
from vision.tags.faint_tags import faint_tags, next_due, put_off, read_together
from vision.tags.read_tags import read_tags

_FROM_ELSEWHERE = DeadBand(0.3, 8.0)  # from another place all is measured a little otherwise
_ASKED_S = 2.0  # how often it is asked whether what reaches in was carried there
_JUDGED_S = 0.5  # how often it is asked again whether men who are not seen are covered
_PUSHED = "the camera is being moved"


def track(
    before: Tracked | None,
    picture: Picture,
    watching: Watching,
    at_s: float = 0.0,
    lit: Pixels | None = None,
) -> Tracked:
    """What is on the table now, by what was known before.

    `lit` are the cells of the resting table that a projector lights: what shows there is not
    believed, and before the table is looked at anew the light must go (`wants_dark`).
    """
    if before is None:
        return _first(picture, watching, at_s)
    before = replace(before, above=None)
    why = blank(picture)
    if why is not None:
        return _spoilt(before, why, at_s)
    if (picture.shape[1], picture.shape[0]) != before.pose.lens.size_wh:
        return _of_other_size(before, picture, watching, at_s)
    view = view_of(before, picture, watching, lit)
    return replace(_beside(before, view, watching, at_s), above=view.above)


def _beside(before: Tracked, view: ChangedPicture, watching: Watching, at_s: float) -> Tracked:
    """What is known after a picture that shows the table from where the camera was."""
    if view.changed.any():
        return _doubted(before, view, watching, at_s)
    calm = _rested(_borne_out(_calm(before), watching, at_s), view)
    if view.is_lit:
        return calm
    return _at_rest(_judged_again(calm, view, at_s), view.picture, watching)


def _doubted(before: Tracked, view: ChangedPicture, watching: Watching, at_s: float) -> Tracked:
    """What a picture says that shows something changed, if it is to be believed."""
    hand = _hand(before, view)
    trust = trust_in(before, view, hand, watching, at_s)
    if trust.verdict == "spoilt":
        return _spoilt(before, trust.sentence, at_s)
    if trust.verdict == "lost":
        return _lost(before, trust.sentence, at_s)
    if trust.verdict == "moved":
        return _pushed(before, view.picture, trust, watching, at_s)
    looked = _looked(_steady(before), view, hand, watching, at_s)
    return _told(looked, trust.sentence)


def _hand(before: Tracked, view: ChangedPicture) -> GridMask:
    """The cells of what reaches in over the edge."""
    return hand_cells(view.changed, before.known.rest, view.now, before.known.earlier)


def _told(tracked: Tracked, sentence: str) -> Tracked:
    """With something to say of a marker, once."""
    if not sentence or sentence == tracked.camera.told:
        return tracked
    return replace(tracked, notice=sentence, camera=replace(tracked.camera, told=sentence))


def _first(picture: Picture, watching: Watching, at_s: float) -> Tracked:
    """What the first picture shows; it is told once others bear it out."""
    refuse_blank(picture, "picture")
    size_wh, last = (picture.shape[1], picture.shape[0]), watching.last
    markers, spec = corner_markers(picture), watching.spec
    pose = table_pose(markers, spec, watching.lens, size_wh, last=last)
    if watching.lens is None and pose is not last:
        tags = read_tags(picture, pose, watching.army, spec)
        pose = pose_by_tags(pose, markers, tags, watching.army, spec)
    above = from_above(picture, pose, spec.width, spec.height, shown=watching.shown)
    known = first_look(picture, above, watching)
    camera = Camera(pose, marker_witnesses(picture, pose, spec))
    sure = _sure(known, camera, picture, watching.last_notice if pose is last else None)
    count, need = Count(at_s), watching.patience.explained
    begun = None if count.is_enough(need, at_s) else count
    return replace(sure, begun=begun, above=above)


def _borne_out(calm: Tracked, watching: Watching, at_s: float) -> Tracked:
    """The first look, borne out by one more picture."""
    if calm.begun is None:
        return calm
    count, need = calm.begun.again(), watching.patience.explained
    return replace(calm, begun=None if count.is_enough(need, at_s) else count)


def _sure(known: Known, camera: Camera, picture: Picture, notice: str | None = None) -> Tracked:
    """All that is known is sure."""
    faint = faint_tags([tag for tag in known.tags.unread if tag.again is None], picture)
    return Tracked(_shown(known), known, camera, faint=faint, notice=notice)


def _shown(known: Known) -> Scene:
    """What is seen, and who is covered where he was last seen."""
    covered = tuple(one.man for one in known.absent if not one.bare)
    return (
        replace(known.scene, soldiers=(*known.scene.soldiers, *covered)) if covered else known.scene
    )


def _steady(before: Tracked) -> Tracked:
    """What was known, the camera being where it was and its picture a good one."""
    camera = before.camera
    if camera.state != "ok" or camera.spoilt_since_s is not None or camera.pushed is not None:
        camera = replace(camera, state="ok", spoilt_since_s=None, pushed=None)
    return replace(before, camera=camera, anew=False, spoilt=None, notice=None, wants_dark=False)


def _calm(before: Tracked) -> Tracked:
    """What is known when a picture shows the table just as it was."""
    steady = _steady(before)
    if before.reach is None and before.pending is None and not before.handled:
        return replace(steady, unsure=frozenset())
    shown = _shown(before.known)
    return replace(
        steady,
        scene=before.scene if shown == before.scene else shown,
        reach=None,
        handled=False,
        pending=None,
        unsure=frozenset(),
    )


def _rested(calm: Tracked, view: ChangedPicture) -> Tracked:
    """The same, with what is usual for each tag at rest."""
    known = calm.known
    return replace(calm, known=replace(known, witnesses=known.witnesses.rested(view.tags)))


def _judged_again(calm: Tracked, view: ChangedPicture, at_s: float) -> Tracked:
    """Who and what is not seen, judged anew now and then: a shadow may be gone from there."""
    known = calm.known
    if not (known.absent or known.cards) or at_s - calm.judged_s < _JUDGED_S:
        return calm
    men = tuple(replace(one, bare=is_bare(one.place, view.now)) for one in known.absent)
    ids = frozenset(one.man.id for one in men if one.bare)
    bare = [one for one in known.cards if is_bare_footprint(one.paper, one.then, view.now)]
    gone = frozenset(one.card for one in bare)
    twice = ids | gone == calm.seems_bare
    calm = replace(calm, judged_s=at_s, seems_bare=ids | gone)
    if not twice or (ids == known.sight.bare and not gone):
        return calm
    orders = tuple(card for card in known.scene.orders if card not in gone)
    cards = tuple(one for one in known.cards if one.card not in gone)
    known = replace(known, scene=replace(known.scene, orders=orders), absent=men, cards=cards)
    return replace(calm, known=known, scene=_shown(known), anew=True)


def _at_rest(calm: Tracked, picture: Picture, watching: Watching) -> Tracked:
    """What is known when nothing has changed: a faint tag may have become clear."""
    faint = tuple(one.with_picture(picture) for one in calm.faint)
    tried = next_due(faint)
    if tried is None:
        return replace(calm, faint=faint) if faint else calm
    found = read_together(tried, calm.pose, watching.army, watching.spec)
    taken = {tag.text for tag in calm.known.tags.soldiers}
    if not found.every or any(tag.text in taken for tag in found.every):
        return replace(calm, faint=put_off(faint, tried))
    tags = TagsNow(calm.known.tags.without(tried.tag), found)
    known = with_more_tags(calm.known, tags, picture, calm.pose, watching)
    left = tuple(one for one in faint if one is not tried)
    return replace(calm, known=known, scene=_shown(known), anew=True, faint=left)


def _spoilt(before: Tracked, why: str, at_s: float) -> Tracked:
    """What was known, unchanged by a picture that shows nothing sure."""
    since_s = before.camera.spoilt_since_s
    camera = replace(before.camera, spoilt_since_s=at_s if since_s is None else since_s)
    return replace(before, camera=camera, anew=False, spoilt=why, notice=None, wants_dark=False)


def _lost(before: Tracked, why: str, at_s: float) -> Tracked:
    """What was known, and that nothing is measured until it is known again where the camera is."""
    spoilt = _spoilt(before, why, at_s)
    notice = why if before.camera.state != "lost" else None
    return replace(spoilt, camera=replace(spoilt.camera, state="lost"), notice=notice)


def _pushed(
    before: Tracked, picture: Picture, trust: Trust, watching: Watching, at_s: float
) -> Tracked:
    """After the camera was pushed: the same table from elsewhere, once two pictures agree on it."""
    spec, many = watching.spec, watching.patience.explained.pictures > 1
    if many and not is_same_pose(before.camera.pushed, trust.pose, spec):
        spoilt = _spoilt(before, _PUSHED, at_s)
        return replace(spoilt, camera=replace(spoilt.camera, pushed=trust.pose))
    there = reposed(_steady(before), trust.pose, spec, watching.army)
    view = view_of(there, picture, watching, None)
    hand = _hand(there, view)
    return replace(_looked(there, view, hand, watching, at_s), notice=trust.sentence)


def _of_other_size(before: Tracked, picture: Picture, watching: Watching, at_s: float) -> Tracked:
    """After the pictures changed their size or were turned."""
    pose = pose_at_other_size(picture, before.pose, watching.spec)
    now, usual = (picture.shape[1], picture.shape[0]), before.pose.lens.size_wh
    sizes = f"{now[0]} x {now[1]} pixels, {usual[0]} x {usual[1]} before"
    if pose is None:
        return _lost(before, f"the camera's pictures have {sizes}; set it back", at_s)
    trust = Trust("moved", pose, f"the camera's pictures have {sizes}")
    return _pushed(before, picture, trust, watching, at_s)


def _looked(
    before: Tracked, view: ChangedPicture, hand: GridMask, watching: Watching, at_s: float
) -> Tracked:
    """What a good picture says that shows something changed."""
    lasting = {tag.text for tag in view.lasting.soldiers}
    unsure = frozenset(man.id for man in before.known.scene.soldiers if man.id not in lasting)
    before = replace(before, unsure=unsure)
    reach = _reach(before, view, hand, watching, at_s)
    if reach is not None and reach.is_hand:
        shown = shown_under_hand(before, view, watching)
        anew = shown is not before.scene or not before.hand
        return replace(before, scene=shown, reach=reach, handled=True, pending=None, anew=anew)
    # What was taken for a hand and is a shadow has moved nothing.
    handled = before.handled and not (reach is not None and reach.light)
    before = replace(before, reach=reach, handled=handled)
    if not before.handled and before.camera.state == "ok":
        view = replace(view, changed=without_light(view, before.known, reach))
        if not view.changed.any():
            return replace(_calm(before), reach=reach)
    if view.is_lit:
        return replace(before, wants_dark=True)
    return _weighed(before, view, watching, at_s)


def _reach(
    before: Tracked, view: ChangedPicture, hand: GridMask, watching: Watching, at_s: float
) -> ReachingIn | None:
    """What reaches in over the edge; laid there, if it has lain still and looks it."""
    if not hand.any():
        return None
    reach = ReachingIn(hand, hand, at_s).after(before.reach)
    if not reach.is_hand or not reach.is_still(watching.patience.laid, at_s):
        return reach
    if reach.since_s == watching.lies_since_s:
        return replace(reach, laid=True)
    light = is_light(hand, before.known, view)
    if light or is_laid(hand, before.known.rest, view.now):
        return replace(reach, light=light, laid=not light)
    if reach.is_still(watching.patience.asked, at_s):
        reach = reach.doubted()
    if at_s - reach.asked_s < _ASKED_S:
        return reach
    return replace(reach, laid=_was_carried(hand, before, view, watching), asked_s=at_s)


def _was_carried(hand: GridMask, before: Tracked, view: ChangedPicture, watching: Watching) -> bool:
    """Whether known things that are seen elsewhere now are all that reaches in."""
    known, changes = before.known, view.changes
    if not any_thing_changed(known, changes, watching.army):
        return False
    seen = glance(known, changes, watching, watching.dead_band).known.scene
    return is_carried(hand, known.scene, seen, known.rest, view.now)


def _weighed(before: Tracked, view: ChangedPicture, watching: Watching, at_s: float) -> Tracked:
    """What is known after a look without a hand: a change, once enough pictures agree on it."""
    pending = before.pending
    if pending is not None and _shows(view, pending):
        count = pending.count.again()
        if not count.is_enough(needed(pending.sight, watching.patience), at_s):
            return replace(before, pending=replace(pending, count=count))
    moved = before.camera.state == "moved"
    band = _FROM_ELSEWHERE if moved else watching.dead_band
    seen = glance(before.known, view.changes, watching, band)
    sight = replace(seen.known.sight, explained=before.handled or seen.only_men)
    count = _counted(pending, sight, at_s)
    if not count.is_enough(needed(sight, watching.patience), at_s):
        return replace(before, pending=Pending(seen.known, sight, count))
    return _believed(before, seen.known, sight, view)


def _shows(view: ChangedPicture, pending: Pending) -> bool:
    """Whether a picture shows just what the one before did."""
    alike = not changed_cells(pending.known.rest, view.now).any()
    return alike and bool(pending.known.witnesses.heard(view.picture).intact.all())


def _counted(pending: Pending | None, sight: LookEvidence, at_s: float) -> Count:
    if pending is None:
        return Count(at_s)
    if agree(pending.sight, sight, tries=pending.count.tries):
        return pending.count.again()
    return pending.count.retried(at_s)


def _believed(before: Tracked, known: Known, sight: LookEvidence, view: ChangedPicture) -> Tracked:
    """What enough pictures agree on is known now."""
    same = agree(before.known.sight, sight) and known.scene == before.known.scene
    if same:
        known = replace(known, scene=before.known.scene)
    markers = before.camera.markers.with_contrast_of(view.picture)
    sure = _sure(known, replace(before.camera, markers=markers), view.picture)
    shown = before.scene if sure.scene == before.scene else sure.scene
    return replace(sure, scene=shown)
