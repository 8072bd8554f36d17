import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import { ask } from './graphql.ts'
import type { Person } from './person.ts'
import { PASSWORD } from './privacy.ts'

const BEGIN = 'mutation($password: String!) { beginPasskey(password: $password) }'
const ADD =
  'mutation($name: String!, $credential: String!) { addPasskey(name: $name, credential: $credential) { id name } }'
const BEGIN_PROOF = 'mutation { beginPasskeyProof }'
const PROVE = 'mutation($credential: String!) { provePasskey(credential: $credential) }'

type Session = Pick<Person, 'token'>

export const verifyAddress = ({ app }: TestApp, { id }: Pick<Person, 'id'>) =>
  app.context.database.prisma.user.update({ where: { id }, data: { emailVerified: true } })

/** Begins to add a passkey. Returns the new device and its answer. */
export async function beginPasskey(node: TestApp, member: Session, origin = 'http://localhost:0') {
  const begun = await ask(node, member, BEGIN, { password: PASSWORD })
  expect(begun.codes).toEqual([])
  const device = createAuthenticator(origin)
  return { device, credential: JSON.stringify(device.create(JSON.parse(begun.data?.beginPasskey))) }
}

export const addPasskey = (node: TestApp, member: Session, credential: string) =>
  ask(node, member, ADD, { name: 'My phone', credential })

/** Adds a passkey to a member with a verified address, as the screens do. */
export async function withPasskey(node: TestApp, member: Session): Promise<Authenticator> {
  const { device, credential } = await beginPasskey(node, member)
  expect((await addPasskey(node, member, credential)).codes).toEqual([])
  return device
}

/** Begins to prove the second factor of a session. Returns the answer of the device. */
export async function beginProof(node: TestApp, member: Session, device: Authenticator) {
  const begun = await ask(node, member, BEGIN_PROOF)
  expect(begun.codes).toEqual([])
  return JSON.stringify(device.get(JSON.parse(begun.data?.beginPasskeyProof)))
}

export const provePasskey = (node: TestApp, member: Session, credential: string) =>
  ask(node, member, PROVE, { credential })
