"""What the server needs from outside is there, real and for tests alike."""

from server.adapters.bot_processes import BotProcesses
from server.adapters.bot_threads import BotThreads
from server.adapters.bots_on_demand import BotsOnDemand
from server.adapters.system import SystemChance, SystemClock
from server.outbox import Outbox
from server.ports import BotFailed, Bots, Chance, Clock, Outlet
from tests.support.fakes import HandClock, Inbox, SeededChance, ToldBots


def test_doubles_can_stand_in_for_the_real_ones() -> None:
    # Said for the type checker, which is what tells.
    clocks: list[Clock] = [SystemClock(), HandClock()]
    chances: list[Chance] = [SystemChance(), SeededChance(1)]
    bots: list[Bots] = [BotThreads(), BotProcesses(1), ToldBots()]
    bots.append(BotsOnDemand(BotThreads(), BotProcesses(1)))
    outlets: list[Outlet] = [Outbox(), Inbox()]

    assert all((clocks, chances, bots, outlets))
    assert issubclass(BotFailed, Exception)
