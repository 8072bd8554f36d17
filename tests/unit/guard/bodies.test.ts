import { describe, expect, it } from 'vitest'
import { parseJsonObject, readBody, requireJsonType } from '#server/platform/http/read-body.ts'
import { isStorableText, refuseUnstorableText } from '#server/platform/http/request-text.ts'
import { aRequest } from '../../kit/server-request.ts'

const code = (expected: string) => expect.objectContaining({ code: expected })
const LIMIT = 64 * 1024

describe('the body of a request', () => {
  it('can be read from all its pieces', async () => {
    const [one, two] = [Buffer.from('{"name":"Zo'), Buffer.from('ë"}')]
    expect(await readBody(aRequest({}, { body: [one, two] }))).toBe('{"name":"Zoë"}')
    expect(await readBody(aRequest({}, { body: [one] }))).toBe('{"name":"Zo')
    expect(await readBody(aRequest())).toBe('')
  })

  it('may hold 64 KiB and no byte more, declared or not', async () => {
    const full = Buffer.alloc(LIMIT, 'x')
    expect((await readBody(aRequest({}, { body: [full] }))).length).toBe(LIMIT)
    expect((await readBody(aRequest({ 'content-length': String(LIMIT) }, { body: [full] }))).length).toBe(
      LIMIT,
    )
    await expect(readBody(aRequest({}, { body: [full, Buffer.from('x')] }))).rejects.toEqual(
      code('TOO_LARGE'),
    )
    await expect(readBody(aRequest({ 'content-length': String(LIMIT + 1) }))).rejects.toEqual(
      code('TOO_LARGE'),
    )
  })

  it('ends with an error when the client leaves before or in the middle of it', async () => {
    const gone = aRequest({}, { body: [Buffer.from('{}')] })
    gone.destroy()
    await expect(readBody(gone)).rejects.toMatchObject({ code: 'ECONNRESET' })
    const leaving = aRequest({}, { body: [Buffer.from('{'), Buffer.from('}')] })
    const body = readBody(leaving)
    leaving.once('data', () => leaving.destroy())
    await expect(body).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('must be UTF-8', async () => {
    const broken = aRequest({}, { body: [Buffer.from([0xc3, 0x28])] })
    await expect(readBody(broken)).rejects.toEqual(code('INVALID'))
  })

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF8"',
    'text/plain; charset=us-ascii',
    'application/json; boundary=x; charset=utf-8 ',
    'application/json; xcharset=latin1',
    'application/json; charset=',
  ])('passes as %s', async (type) => {
    expect(await readBody(aRequest({ 'content-type': type }, { body: [Buffer.from('{}')] }))).toBe('{}')
  })

  it.each([
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json;charset=latin1',
    'application/json; CHARSET = "latin1" ',
    'application/json; charset=xutf-8',
    'application/json; charset=utf-8x',
  ])('fails as %s', async (type) => {
    await expect(readBody(aRequest({ 'content-type': type }))).rejects.toEqual(code('UNSUPPORTED_TYPE'))
  })

  it('must not be compressed', async () => {
    for (const encoding of ['gzip', 'br', ''])
      await expect(readBody(aRequest({ 'content-encoding': encoding }))).rejects.toEqual(
        code('UNSUPPORTED_TYPE'),
      )
    expect(await readBody(aRequest({ 'content-encoding': 'Identity' }))).toBe('')
  })
})

describe('the type of a body', () => {
  const check =
    (type: string | undefined, beacon = false) =>
    () =>
      requireJsonType(aRequest(type === undefined ? {} : { 'content-type': type }), beacon)

  it.each([
    undefined,
    '',
    ' ; charset=utf-8',
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/problem+json',
    'application/vnd.api.v1-x+json',
    ' application/json ',
  ])('counts as JSON: %j', (type) => {
    expect(check(type)).not.toThrow()
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'xapplication/json',
    'application/xml',
    'application/+json',
    'application/a b+json',
    'application/json+x',
  ])('does not count as JSON: %j', (type) => {
    expect(check(type)).toThrow(code('UNSUPPORTED_TYPE'))
  })

  it('may be text/plain from a beacon, and no other text', () => {
    expect(check('text/plain;charset=UTF-8', true)).not.toThrow()
    expect(check('text/html', true)).toThrow(code('UNSUPPORTED_TYPE'))
    expect(check('application/json', true)).not.toThrow()
  })
})

describe('JSON in a body', () => {
  it('becomes an object; an empty body becomes an empty object', () => {
    expect(parseJsonObject('{"a":1}')).toEqual({ a: 1 })
    expect(parseJsonObject('')).toEqual({})
  })

  it.each(['null', '[]', '1', '"text"', 'true', '{', ' '])('cannot be %j', (text) => {
    expect(() => parseJsonObject(text)).toThrow(code('INVALID'))
  })
})

describe('text that cannot be stored', () => {
  it('contains a NUL or half of a surrogate pair', () => {
    expect(isStorableText('Zoë 🎞️')).toBe(true)
    expect(isStorableText('a\0b')).toBe(false)
    expect(isStorableText('a\ud800b')).toBe(false)
  })

  it('fails at any depth, in values and names, with the outermost field', () => {
    const find = (value: unknown) => () => refuseUnstorableText(value)
    expect(find({ name: 'fine', deep: [{ list: ['fine', 1, null, true] }] })).not.toThrow()
    expect(find({ name: 'fine', deep: [{ list: ['a\0'] }] })).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        message: expect.stringMatching(/^deep /),
        fields: { deep: expect.objectContaining({ values: { field: 'deep' } }) },
      }),
    )
    expect(find({ deep: { 'a\0': 1 } })).toThrow(
      expect.objectContaining({ fields: { deep: expect.anything() } }),
    )
    expect(find({ 'a\ud800': 1 })).toThrow(code('INVALID'))
    expect(find('a\0')).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^This request /), fields: undefined }),
    )
  })

  it('fails without recursion', () => {
    let nested: unknown = 'a\0'
    for (let depth = 0; depth < 40_000; depth += 1) nested = [nested]
    expect(() => refuseUnstorableText(nested)).toThrow(code('INVALID'))
  })
})
