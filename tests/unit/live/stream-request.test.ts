import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { parseStreamRequest } from '#server/transports/sse/stream-request.ts'

const LINE = 'GET /subscribe/ann HTTP/1.1'
const HOST = 'Host: localhost'
const parse = (text: string) => parseStreamRequest(Buffer.from(text, 'latin1'), new Socket())
const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`

describe('the head of a stream request', () => {
  it('yields what node:http reads from it', () => {
    const request = parse(
      head(
        'GET /subscribe/0190-ab?lastEventId=17-0&x=%20 HTTP/1.1',
        HOST,
        'AUTHORIZATION:  Bearer abc\t',
        'cookie: a=b; c="d e"',
        'Connection: Keep-Alive',
        'X-Empty:',
      ),
    )
    expect([request?.method, request?.url]).toEqual(['GET', '/subscribe/0190-ab?lastEventId=17-0&x=%20'])
    expect(request?.headers).toEqual({
      host: 'localhost',
      authorization: 'Bearer abc',
      cookie: 'a=b; c="d e"',
      connection: 'Keep-Alive',
      'x-empty': '',
    })
  })

  it('belongs to its socket, which gives the address of the client', () => {
    const socket = new Socket()
    expect(parseStreamRequest(Buffer.from(head(LINE, HOST)), socket)?.socket).toBe(socket)
  })

  // covers: beyond-ambiguous-requests
  it.each([
    ['is not complete', `${LINE}\r\n${HOST}\r\n`],
    ['ends in the middle of its end', `${LINE}\r\n${HOST}\r\n\r`],
    ['is followed by a second request', head(LINE, HOST) + head(LINE, HOST)],
    ['is followed by a byte', `${head(LINE, HOST)}x`],
    ['is preceded by an empty line', `\r\n${head(LINE, HOST)}`],
    ['has another method', head('POST /subscribe/ann HTTP/1.1', HOST)],
    ['has a method in lower case', head('get /subscribe/ann HTTP/1.1', HOST)],
    ['has another path', head('GET /api/session HTTP/1.1', HOST)],
    ['has a path with a further segment', head('GET /subscribe/ann/more HTTP/1.1', HOST)],
    ['has no member in its path', head('GET /subscribe/ HTTP/1.1', HOST)],
    ['has an absolute URL', head('GET http://localhost/subscribe/ann HTTP/1.1', HOST)],
    ['has a fragment', head('GET /subscribe/ann#x HTTP/1.1', HOST)],
    ['has a character beyond ASCII in its path', head('GET /subscribe/\xe4nn HTTP/1.1', HOST)],
    ['has two spaces in its first line', head('GET  /subscribe/ann HTTP/1.1', HOST)],
    ['is of HTTP/1.0', head('GET /subscribe/ann HTTP/1.0', HOST)],
    ['is of HTTP/2', head('GET /subscribe/ann HTTP/2.0', HOST)],
    ['has no Host', head(LINE, 'Accept: */*')],
    ['has an empty Host', head(LINE, 'Host:')],
    ['has two hosts', head(LINE, HOST, 'host: other')],
    ['repeats another header', head(LINE, HOST, 'Cookie: a=b', 'Cookie: c=d')],
    ['has Content-Length', head(LINE, HOST, 'Content-Length: 0')],
    ['has Transfer-Encoding', head(LINE, HOST, 'Transfer-Encoding: chunked')],
    ['has Expect', head(LINE, HOST, 'Expect: 100-continue')],
    ['has Upgrade', head(LINE, HOST, 'Upgrade: websocket', 'Connection: close')],
    ['asks for an upgrade', head(LINE, HOST, 'Connection: Upgrade')],
    ['names headers of this connection', head(LINE, HOST, 'Connection: close, X-Token')],
    ['has a folded header', head(LINE, HOST, 'X-A: 1', ' folded')],
    ['has a space before a colon', head(LINE, HOST, 'X-A : 1')],
    ['has a name with an underscore', head(LINE, HOST, 'X_A: 1')],
    ['has a header without a name', head(LINE, HOST, ': 1')],
    ['has a header without a colon', head(LINE, HOST, 'X-A')],
    ['has a bare line feed between headers', head(LINE, `${HOST}\nX-A: 1`)],
    ['has a bare line feed after its first line', `${LINE}\n${HOST}\r\n\r\n`],
    ['has a bare carriage return', head(LINE, HOST, 'X-A: 1\rX-B: 2')],
    ['has a NUL', head(LINE, HOST, 'X-A: 1\0')],
    ['has a value beyond ASCII', head(LINE, HOST, 'X-A: \xe4')],
    ['has too many headers', head(LINE, HOST, ...Array.from({ length: 50 }, (_, index) => `X-${index}: 1`))],
    ['is longer than 8 KiB', head(LINE, HOST, `X-A: ${'x'.repeat(8 * 1024)}`)],
  ])('goes to node:http when it %s', (_, text) => {
    expect(parse(text)).toBeNull()
  })
})
