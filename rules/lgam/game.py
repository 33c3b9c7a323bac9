"""L.G.A.M. as a game: its turn, its events, and how it is won."""

from rules.game.turn_machine import GameRules, Handler
from rules.lgam.daring import dared, ways_of
from rules.lgam.declaring import (
    declared,
    fell,
    healed,
    refuse_declaring,
    refuse_healed,
    tellers,
)
from rules.lgam.deeds import deeds, ways_at
from rules.lgam.events import (
    Boarded,
    Dared,
    Declared,
    Deployed,
    Fell,
    Fired,
    Healed,
    Held,
    Initiative,
    MinesLaid,
    Moved,
    SmokeTried,
    Unjam,
    Work,
)
from rules.lgam.firing import fired
from rules.lgam.ground_work import refuse_work, work
from rules.lgam.holding import held, hold, refuse_holding
from rules.lgam.minefields import mines_laid
from rules.lgam.moving import moved, refuse_flat_climb
from rules.lgam.opening import asks_for, ends_for
from rules.lgam.orders import fight_order, shot_order
from rules.lgam.passing import passes
from rules.lgam.phases import phases
from rules.lgam.placing import placing
from rules.lgam.reacting import refuse_no_reaction
from rules.lgam.riding import (
    boarded,
    deployed,
    fallen_with,
    refuse_boarding,
    refuse_deploying,
    rider,
    rider_off,
    with_rider,
)
from rules.lgam.smoke import smoke_tried
from rules.lgam.state import STATE_KEYS, state_of
from rules.lgam.turn import (
    begin,
    due,
    end_phase,
    end_turn,
    initiative,
    refuse_initiative,
    refuse_unjamming,
    unjam,
)
from rules.lgam.victory import winner

GAME = GameRules(
    phases=phases,
    handlers=(
        Handler(Unjam, unjam, refuse_unjamming),
        Handler(Initiative, initiative, refuse_initiative),
        Handler(SmokeTried, smoke_tried),
        Handler(MinesLaid, mines_laid),
        Handler(Moved, moved, refuse_flat_climb),
        Handler(Dared, dared),
        Handler(Declared, declared, refuse_declaring),
        Handler(Fell, fell),
        Handler(Boarded, boarded, refuse_boarding),
        Handler(Deployed, deployed, refuse_deploying),
        Handler(Healed, healed, refuse_healed),
        Handler(Fired, fired, refuse_no_reaction),
        Handler(Work, work, refuse_work),
        Handler(Held, held, refuse_holding),
    ),
    end_phase=end_phase,
    end_turn=end_turn,
    winner=winner,
    shot=Fired,
    begin=begin,
    due=due,
    ways_of=ways_of,
    shoot=shot_order,
    fight=fight_order,
    reads=lambda _, man: state_of(man),
    state_keys=STATE_KEYS,
    deeds=deeds,
    ways_at=ways_at,
    placing=placing,
    leaves=fallen_with,
    rider_off=rider_off,
    rider=rider,
    with_rider=with_rider,
    passes=passes,
    ends_for=ends_for,
    asks_for=asks_for,
    hold=hold,
    tellers=tellers,
    instead={
        "LG-OBST-07": "right-click him first: he throws to climb",
        "LG-OBST-09": "right-click him first: he throws to swim",
    },
)
