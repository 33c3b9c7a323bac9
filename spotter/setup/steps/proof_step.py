"""The last step: how good the table is, and the first ruling on it."""

from overlay.marks.answer_cache import AnswerCache
from rules.book.shelf import FIRST, book_named
from spotter.camera.live_camera import Taken
from spotter.camera.seen_scene import seen_scene
from spotter.files.table_files import Setup, read_setup
from spotter.game.shots_told import best_shots
from spotter.setup.table_report import table_report
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import Talk
from spotter.words.answer_lines import answer_lines
from table.errors import UserError
from table.scene import Scene


def is_done(_table: TableSetup) -> bool:
    """Never: it is shown each time."""
    return False


def run(table: TableSetup, talk: Talk) -> None:
    """Look at the table, say what is not good about it, and rule on the best shot."""
    talk.tell("Now your men: stand them on their tags among the things.")
    talk.ask("Enter when all stand there")
    taken, setup, scene, note = _looked_at(table, talk)
    if note is not None:
        talk.tell(note)
    talk.tell(*_findings(taken, setup), *_counted(scene, setup))
    talk.tell("", *_first_ruling(scene, AnswerCache(book_named(table.settings.rules or FIRST))))


def _looked_at(table: TableSetup, talk: Talk) -> tuple[Taken, Setup, Scene, str | None]:
    """The newest picture that can be made out, and what is on it."""
    while True:
        taken, setup = table.camera.picture(), read_setup(table.files)
        try:
            return taken, setup, *seen_scene(taken, setup)
        except UserError as problem:
            talk.tell(str(problem).removeprefix(f"{taken.name}: "))
            talk.ask("Enter to look again")


def _findings(taken: Taken, setup: Setup) -> list[str]:
    """What is wrong with the table; one line where nothing is."""
    report = table_report(taken, setup.spec, setup.lens, setup.army, setup.saved)
    wrong = [finding for finding in report.findings if not finding.good]
    if not wrong:
        return [report.findings[0].what]
    return [f"{finding.what}: {finding.advice}" for finding in wrong]


def _counted(scene: Scene, setup: Setup) -> list[str]:
    there = {man.id for man in scene.soldiers}
    missing = [man.id for man in setup.army.soldiers if man.id not in there]
    things = "1 thing" if len(scene.things) == 1 else f"{len(scene.things)} things"
    many = f"{len(there)} of {len(setup.army.soldiers)} men and {things} are seen"
    return [many if not missing else f"{many}; not seen: {', '.join(missing)}"]


def _first_ruling(scene: Scene, asking: AnswerCache) -> list[str]:
    """The likeliest shot with its sum; where nobody can shoot, how far somebody can go."""
    for question, shot in best_shots(scene, asking)[:1]:
        return list(answer_lines(scene, question, shot, asking))
    for man in scene.soldiers[:1]:
        reach = {"ask": "reach", "soldier": man.id}
        return list(answer_lines(scene, reach, asking.ask(scene, reach), asking))
    return ["nobody stands on the table; set your men on their tags"]
