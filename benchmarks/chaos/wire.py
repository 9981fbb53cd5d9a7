"""A wire between two parts: it forwards from port LISTEN to port TARGET.

A separate process, so that stopped by SIGSTOP it is a network on which nothing arrives and no error is reported; data
sent meanwhile arrive when it continues.
"""

import asyncio
import contextlib
import sys

_PIECE = 65_536


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        with contextlib.suppress(OSError):
            while data := await source.read(_PIECE):
                target.write(data)
                await target.drain()
    finally:
        target.close()


async def _serve(listen: int, target: int) -> None:
    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            target_reader, target_writer = await asyncio.open_connection("127.0.0.1", target)
        except OSError:
            writer.close()
            return
        await asyncio.gather(_pass_on(reader, target_writer), _pass_on(target_reader, writer))

    server = await asyncio.start_server(connected, "127.0.0.1", listen, backlog=1024)
    await server.serve_forever()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(int(sys.argv[1]), int(sys.argv[2])))
