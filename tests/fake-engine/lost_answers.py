#!/usr/bin/env python3
"""lost_answers.py SERVER PROXY NUMBER...: a connection to PostgreSQL that fails at the worst moment.

Clients of the Unix socket PROXY are passed on to SERVER. Of the COMMITs of transactions that have
stored an evaluation, those of these numbers (counted from 1 over all clients) reach the server and
are executed; what it answers is not passed on, and both connections are closed. A line for each
says what the answer was."""
import os
import socket
import struct
import sys
import threading


class Loss:
    """Which COMMITs are to lose their answers."""

    def __init__(self, numbers):
        self.numbers, self.count, self.lock = numbers, 0, threading.Lock()

    def is_next(self):
        with self.lock:
            self.count += 1
            return self.count in self.numbers


class Stream:
    """Whole messages of one direction: a type and a length, then so many bytes."""

    def __init__(self, end):
        self.file = end.makefile("rb")

    def read(self, head):
        """A message whose length stands after `head` bytes of type; b"" at the end."""
        begin = self.file.read(head + 4)
        if len(begin) < head + 4:
            return b""
        (length,) = struct.unpack("!I", begin[head:])
        return begin + self.file.read(length - 4)


class Connection:
    def __init__(self, client, server, loss):
        self.client, self.server, self.loss = client, server, loss
        self.statements = {}  # what Parse has named
        self.has_stored = self.is_losing = False

    def close(self):
        for end in (self.client, self.server):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def look(self, message):
        """At what the client says: prepared statements are known by their names."""
        kind, body = message[:1], message[5:]
        if kind == b"P":
            name, statement = body.split(b"\0")[:2]
            self.statements[name] = statement
        if kind != b"B":
            return
        statement = self.statements[body.split(b"\0")[1]]
        if statement.startswith(b"INSERT INTO evaluations"):
            self.has_stored = True
        elif statement == b"COMMIT":
            self.is_losing = self.has_stored and self.loss.is_next()
            self.has_stored = False

    def pass_on(self):
        """From the client to the server."""
        stream = Stream(self.client)
        message = stream.read(0)  # the startup has no type
        while message:
            self.server.sendall(message)
            message = stream.read(1)
            if message:
                self.look(message)

    def answer(self):
        """From the server to the client, until that is to be lost: all of it up to "ready"."""
        stream = Stream(self.server)
        said = None
        while message := stream.read(1):
            if not self.is_losing:
                self.client.sendall(message)
            elif message[:1] == b"C":
                said = message[5:-1].decode()
            elif message[:1] == b"Z":
                print("executed, and its answer lost:", said, flush=True)
                return

    def run(self, work):
        try:
            work()
        except OSError:
            pass
        self.close()


def main(server_path, proxy_path, *numbers):
    loss = Loss({int(number) for number in numbers})
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(proxy_path)
        os.chmod(proxy_path, 0o777)
        listener.listen()
        while True:
            client, _ = listener.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(server_path)
            connection = Connection(client, server, loss)
            for work in (connection.pass_on, connection.answer):
                threading.Thread(target=connection.run, args=(work,), daemon=True).start()


if __name__ == "__main__":
    main(*sys.argv[1:])
