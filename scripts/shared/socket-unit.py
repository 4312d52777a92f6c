"""Stands in for systemd: opens the addresses of a socket unit, and runs a command on them until it ends. On SIGHUP the
command is stopped and started again, as `systemctl restart` does; connections wait in the sockets' queues meanwhile.

    python3 socket-unit.py COUNT ADDRESS… COMMAND…
"""
import os
import signal
import socket
import sys

count = int(sys.argv[1])
addresses, command = sys.argv[2 : 2 + count], sys.argv[2 + count :]
opened = []
for address in addresses:
    host, port = address.rsplit(":", 1)
    opened.append(socket.create_server((host, int(port)), backlog=128))
wanted = True
child = 0


def start():
    pid = os.fork()
    if pid:
        print(f"started {pid}", file=sys.stderr, flush=True)
        return pid
    # Copies above first: one of the sockets may have the number that another one is to get.
    for number, copy in enumerate([os.dup(one.fileno()) for one in opened]):
        os.dup2(copy, 3 + number)
        os.set_inheritable(3 + number, True)
    os.environ.update(LISTEN_FDS=str(count), LISTEN_PID=str(os.getpid()))
    os.execvp(command[0], command)


def stop(signal_number, _frame):
    global wanted
    wanted = signal_number == signal.SIGHUP
    os.kill(child, signal.SIGTERM)


for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
    signal.signal(number, stop)
while wanted:
    wanted = False
    child = start()
    _, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status) & 0xFF)
