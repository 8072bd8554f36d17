import type { Contender, ContenderName } from './contender.ts'
import { createPeer } from './create-peer.ts'
import { createRapport } from './create-rapport.ts'
import { createEjabberd } from './ejabberd/create-ejabberd.ts'
import type { Stores } from './stores.ts'

/** Prepares the database of a contender with this many pairs of members. */
export const createContender = (name: ContenderName, stores: Stores, pairs: number): Promise<Contender> =>
  name === 'ejabberd'
    ? createEjabberd(stores, pairs)
    : name === 'rapport' || name === 'rapport-redis'
      ? createRapport(name, stores, pairs)
      : createPeer(name, stores, pairs)
