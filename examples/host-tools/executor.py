#!/usr/bin/env python3
"""A small executor of host tools in plain Python 3: speaks the protocol of docs/host-tools.md and needs nothing else.

    python3 examples/host-tools/executor.py --socket /run/runseal/tools.sock --harness py

It keeps a guest book, one line a guest, in the file that --book names:

    guest_add    {"name": "Ana"}     writes a line; the same call, asked for again, writes none
    guest_list   {}                  reads them all
"""
import argparse
import json
import os
import socket
import socketserver
import stat
import sys
import threading

PROTOCOL = 1
MAX_LINE = 2 * 1024 * 1024

TOOLS = [
    {
        "name": "guest_add",
        "description": "Writes a guest into the book.",
        "arguments": {
            "type": "object",
            "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 100}},
            "required": ["name"],
            "additionalProperties": False,
        },
        # No "names": who a guest is can be erased with the arguments of the call, and must not stay in the record.
        "read_only": False,
    },
    {
        "name": "guest_list",
        "description": "Reads the book.",
        "arguments": {"type": "object", "additionalProperties": False},
        "read_only": True,
    },
]


class Book:
    """Lines of key and name. A key that is there already is a call that happened already."""

    def __init__(self, path):
        self._path, self._lock = path, threading.Lock()

    def add(self, key, name):
        with self._lock:
            if key not in [line["key"] for line in self._lines()]:
                with open(self._path, "a", encoding="utf-8") as book:
                    book.write(json.dumps({"key": key, "name": name}) + "\n")
                    book.flush()
                    os.fsync(book.fileno())

    def names(self):
        with self._lock:
            return [line["name"] for line in self._lines()]

    def _lines(self):
        try:
            with open(self._path, encoding="utf-8") as book:
                return [json.loads(line) for line in book]
        except FileNotFoundError:
            return []


def carry_out(book, call):
    """Answers the text of the result. Raises ValueError for a call that cannot be."""
    if call["name"] == "guest_add":
        book.add(call["idempotency_key"], call["arguments"]["name"])
        agreed = ", ".join(who["principal"] for who in call["approved_by"])
        return f"wrote {call['arguments']['name']}" + (f", as {agreed} agreed" if agreed else "")
    if call["name"] == "guest_list":
        return "\n".join(book.names())
    raise ValueError(f"there is no {call['name']} here")


class Connection(socketserver.StreamRequestHandler):
    def handle(self):
        line = self.rfile.readline(MAX_LINE)
        if not line.endswith(b"\n"):
            return
        try:
            self.say(self.server.answer(json.loads(line)))
        except (ValueError, KeyError, OSError) as error:
            self.say({"type": "error", "message": str(error)})

    def say(self, message):
        try:
            self.wfile.write(json.dumps(message, ensure_ascii=False).encode("utf-8") + b"\n")
        except (BrokenPipeError, ConnectionResetError):
            pass


def clear(path):
    """Removes a socket that nobody answers, which an executor that was killed left behind. OSError for anything else."""
    if not os.path.lexists(path):
        return
    if not stat.S_ISSOCK(os.lstat(path).st_mode):
        raise FileExistsError(None, "something is there that is no socket")
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(path)
        except ConnectionRefusedError:
            os.unlink(path)
            return
    raise FileExistsError(None, "another executor listens there")


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True

    def __init__(self, path, book, harnesses, run=carry_out):
        clear(path)
        super().__init__(path, Connection)
        # Whoever may connect may use the tools.
        os.chmod(path, 0o600)
        self.book, self.harnesses, self.run = Book(book), harnesses, run

    def answer(self, message):
        if message.get("protocol") != PROTOCOL:
            raise ValueError(f"this executor speaks protocol {PROTOCOL}")
        if message["type"] == "describe":
            return {
                "type": "tools",
                "protocol": PROTOCOL,
                "tools": TOOLS if message["harness"] in self.harnesses else [],
            }
        if message["type"] == "call" and message["harness"] in self.harnesses:
            return {"type": "result", "text": self.run(self.book, message), "failed": False}
        raise ValueError("nothing is carried out here for this harness")


def serve(server):
    print(f"listening on {server.server_address}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(0)


def arguments():
    parser = argparse.ArgumentParser(description="An executor of host tools for Runseal, for trying the protocol.")
    parser.add_argument("--socket", required=True, help="path of the unix socket")
    parser.add_argument("--book", default="guests.jsonl", help="file of the guest book")
    parser.add_argument("--harness", action="append", default=[], help="harness it works for (may be repeated)")
    return parser.parse_args()


if __name__ == "__main__":
    given = arguments()
    try:
        server = Server(given.socket, given.book, given.harness)
    except OSError as error:
        sys.exit(f"cannot listen on {given.socket}: {error.strerror or error}")
    serve(server)
