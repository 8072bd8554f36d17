import { createLive } from '#server/domains/live/index.ts'
import { type TestPlatformOptions, testPlatform } from './test-platform.ts'

type Above = Parameters<typeof createLive>[1]
type Settings = NonNullable<Parameters<typeof createLive>[2]>

/** Builds the live streams of one node, without sessions that could have ended and messages that were not published. */
export const createTestLive = ({
  completeReplays = async () => undefined,
  revalidate = async () => 'here',
  log,
  maxStreamsPerPerson,
  ...platform
}: Partial<Above> & Settings & TestPlatformOptions = {}) =>
  createLive(
    testPlatform(platform),
    { completeReplays, revalidate },
    { ...(log ? { log } : {}), ...(maxStreamsPerPerson ? { maxStreamsPerPerson } : {}) },
  )
