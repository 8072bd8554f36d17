import { describe, expect, it } from 'vitest'
import { aRegistration, call, join } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const PUNE = { latitude: '18.520431', longitude: '73.856744', accuracy: '35' }
const IN_PUNE = { city: 'Pune', state: 'Maharashtra', country: 'India', location: 'Pune, Maharashtra, India' }
const NOWHERE = { city: null, state: null, country: null, location: null }

const stored = async (id: string) => {
  const { latitude, longitude } = await node.app.context.database.prisma.user.findUniqueOrThrow({
    where: { id },
  })
  return [latitude, longitude]
}

describe('the location of a member', () => {
  // covers: 3-user-place-from-headers
  it('comes from the headers of the registration, with its place name', async () => {
    const { body } = await call(node.url, 'POST', '/api/user', { body: aRegistration(), headers: PUNE })
    expect(body.user).toMatchObject(IN_PUNE)
  })

  it('comes from the body of the registration before its headers', async () => {
    const body = aRegistration({ latitude: 51.507, longitude: -0.128 })
    const answer = await call(node.url, 'POST', '/api/user', { body, headers: PUNE })
    expect(answer.body.user).toMatchObject({ city: 'London', country: 'United Kingdom' })
  })

  // covers: 7-session-figures, design-positions-rounded
  it('follows the headers of later session requests, rounded to about one kilometre', async () => {
    const asha = await join(node)
    expect(asha.user).toMatchObject(NOWHERE)
    const ask = (headers: Record<string, string>) =>
      call(node.url, 'GET', '/api/session', { token: asha.token, headers })
    expect((await ask(PUNE)).body.user).toMatchObject(IN_PUNE)
    expect(await stored(asha.id)).toEqual([18.52, 73.86])
    expect((await ask({})).body.user).toMatchObject(IN_PUNE)
    expect((await ask({ latitude: '52.52', longitude: '13.405' })).body.user).toMatchObject({
      city: 'Berlin',
    })
  })

  it('ignores a position that is too inaccurate or incomplete', async () => {
    const asha = await join(node)
    for (const headers of [{ ...PUNE, accuracy: '60000' }, { latitude: '18.5' }]) {
      const { status, body } = await call(node.url, 'GET', '/api/session', {
        token: asha.token,
        headers: headers as Record<string, string>,
      })
      expect(status).toBe(200)
      expect(body.user).toMatchObject(NOWHERE)
    }
  })

  it('gets no place name in the middle of an ocean', async () => {
    const { body } = await call(node.url, 'POST', '/api/user', {
      body: aRegistration({ latitude: 0, longitude: -30 }),
    })
    expect(body.user).toMatchObject(NOWHERE)
  })

  it.each([
    { latitude: '91', longitude: '0' },
    { latitude: 'here', longitude: '0' },
    { latitude: '', longitude: '' },
  ])('cannot be sent as %j', async (headers) => {
    const asha = await join(node)
    const answer = await call(node.url, 'GET', '/api/session', { token: asha.token, headers })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toHaveProperty('latitude')
  })

  // covers: 3-user-private-fields, design-positions-rounded
  it('never reaches a client as coordinates', async () => {
    const asha = await join(node)
    const { body } = await call(node.url, 'GET', '/api/session', { token: asha.token, headers: PUNE })
    expect(JSON.stringify(body)).not.toMatch(/latitude|longitude|18\.52|73\.8/)
  })
})
