#!/usr/bin/env python3
"""A small remote harness in plain Python 3: speaks the protocol of docs/remote-harness.md and needs nothing else.

    python3 examples/remote-harness/harness.py --port 9301

It remembers nothing between connections: everything a turn needs comes with the turn. What a turn does is spelled out by
its text, so that it is the same every time:

    @workspace_write {"path": "a.txt", "content": "hi"}     asks the host for a tool
    ?What is 2 + 2                                           asks the host for its model
    #config                                                  says what bytes came with the turn, in base64
    #count                                                   runs a tool of its own, and reports it
    anything else                                            is said back
"""
import argparse
import hmac
import json
import os
import socketserver
import sys

PROTOCOL = 1
MAX_LINE = 2 * 1024 * 1024

DESCRIPTOR = {
    "type": "descriptor",
    "protocol": PROTOCOL,
    "id": "example-python",
    "version": "1.0.0",
    "models": [],
    "tools": [
        {"name": "workspace_read", "mediation": "controller_mediated"},
        {"name": "workspace_write", "mediation": "controller_mediated"},
        {"name": "workspace_patch", "mediation": "requires_approval"},
        {"name": "count", "mediation": "in_harness_reported"},
    ],
    "capabilities": {
        "resumability": "stateless_replay",
        "fork_safe": True,
        "streaming": True,
        "reasoning_replay": False,
    },
}


class Canceled(Exception):
    """The host wants no more of this turn."""


class HungUp(Exception):
    """The host is gone."""


class Host:
    """The other side of one connection."""

    def __init__(self, rfile, wfile):
        self._in, self._out = rfile, wfile

    def say(self, message):
        self._out.write(json.dumps(message, ensure_ascii=False).encode("utf-8") + b"\n")
        self._out.flush()

    def hear(self):
        line = self._in.readline(MAX_LINE)
        if not line.endswith(b"\n"):
            raise HungUp()
        message = json.loads(line)
        if message["type"] == "cancel":
            raise Canceled()
        return message

    def answer(self, kind, identity):
        """The receipt for what was asked; an approval may come before it."""
        while True:
            message = self.hear()
            if message["type"] == kind and message["id"] == identity:
                return message

    def call_tool(self, identity, name, arguments):
        # The key is the same whenever the turn is driven again, and that is what makes the call happen at most once.
        self.say(
            {
                "type": "tool_call",
                "id": identity,
                "name": name,
                "arguments": arguments,
                "idempotency_key": identity,
            }
        )
        return self.answer("tool_result", identity)

    def call_model(self, identity, messages):
        self.say({"type": "model_call", "id": identity, "request": {"messages": messages}})
        result = self.answer("model_result", identity)
        if result["error"] is not None:
            raise RuntimeError(f"{result['error']['code']}: {result['error']['message']}")
        return json.loads(result["body"])["choices"][0]["message"]["content"]


def words(parts):
    return "\n".join(part["text"] for part in parts if part["type"] == "text")


def conversation(turn):
    messages = []
    if turn["guidance"]:
        messages.append({"role": "system", "content": turn["guidance"]})
    for past in turn["history"]:
        messages.append({"role": "user", "content": words(past["inputs"])})
        messages.append({"role": "assistant", "content": past["output"] or f"[{past['error']}]"})
    return messages


def run_turn(turn, host):
    """Does what the text says, line by line; answers the words to end with."""
    said = []
    for number, line in enumerate(words(turn["inputs"]).splitlines(), 1):
        identity = f"{turn['turn']}-{number}"
        if line.startswith("@"):
            name, _, arguments = line[1:].partition(" ")
            result = host.call_tool(identity, name, json.loads(arguments or "{}"))
            said.append(f"{name}: {result['text'] if result['ok'] else result['code']}")
        elif line.startswith("?"):
            asked = conversation(turn) + [{"role": "user", "content": line[1:]}]
            said.append(host.call_model(identity, asked))
        elif line == "#config":
            said.append(f"config: {turn['config']}")
        elif line == "#count":
            count = len(turn["history"])
            host.say({"type": "tool_report", "name": "count", "arguments": {}, "result": count})
            said.append(f"count: {count}")
        else:
            host.say({"type": "delta", "text": line})
            said.append(line)
    return "\n".join(said)


class Connection(socketserver.StreamRequestHandler):
    def handle(self):
        try:
            first = json.loads(self.rfile.readline(MAX_LINE) or b"null")
        except ValueError:
            return
        host = Host(self.rfile, self.wfile)
        if not isinstance(first, dict) or not self.is_known(first):
            return
        try:
            if first.get("type") == "describe":
                host.say(self.server.descriptor)
            elif first.get("type") == "start" and first.get("protocol") == PROTOCOL:
                if isinstance(first.get("turn"), dict):
                    self.start(first["turn"], host)
        except (HungUp, BrokenPipeError, ConnectionResetError):
            pass

    def start(self, turn, host):
        try:
            text = self.server.run_turn(turn, host)
        except Canceled:
            host.say({"type": "end", "status": "failed", "error": "canceled"})
        except (RuntimeError, ValueError, KeyError) as error:
            host.say({"type": "error", "message": str(error)})
            host.say({"type": "end", "status": "failed", "error": str(error)})
        else:
            host.say({"type": "output", "parts": [{"type": "text", "text": text}]})
            host.say({"type": "usage", "input_tokens": 0, "output_tokens": 0})
            host.say({"type": "end", "status": "completed"})

    def is_known(self, first):
        token = self.server.token
        return token is None or hmac.compare_digest(token.encode(), str(first.get("token", "")).encode())


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port, run=run_turn, descriptor=None):
        super().__init__(("127.0.0.1", port), Connection)
        self.run_turn, self.descriptor = run, descriptor or DESCRIPTOR
        # In the environment, not among the arguments: those are in the process list.
        self.token = os.environ.get("HARNESS_TOKEN")


def serve(server):
    print(f"listening on 127.0.0.1:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A remote harness for Runseal, for trying the protocol.")
    parser.add_argument("--port", type=int, default=9301, help="0 picks a free one")
    port = parser.parse_args().port
    try:
        server = Server(port)
    except (OSError, OverflowError) as error:
        sys.exit(f"cannot listen on 127.0.0.1:{port}: {getattr(error, 'strerror', None) or error}")
    serve(server)
