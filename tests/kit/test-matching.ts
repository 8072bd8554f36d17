import { createMatching, type TicketStore } from '#server/domains/matching/index.ts'
import { noStreams } from './seeker.ts'
import { type TestPlatformOptions, testPlatform } from './test-platform.ts'

type Below = Parameters<typeof createMatching>[1]

interface Options extends TestPlatformOptions {
  store: TicketStore
  /** By default no member has a stream. */
  connected?: Below['presence']['connected']
  openConversation: Below['chat']['open']
  /** By default every evening runs. */
  runningEvening?: Below['evenings']['running']
}

/** Builds the matching of one node, without chats and streams. */
export const createTestMatching = ({
  store,
  connected = noStreams,
  openConversation,
  runningEvening = async (id) => ({ id, topic: 'Jazz', endsAt: '2999-01-01T00:00:00.000Z' }),
  ...platform
}: Options) =>
  createMatching(
    testPlatform(platform),
    {
      chat: { open: openConversation },
      presence: { connected },
      evenings: { running: runningEvening },
    },
    { store },
  )
