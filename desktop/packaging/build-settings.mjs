import { DESKTOP_MODELS } from '../../schema/desktop.ts'
import { isSafeFeed } from '../main/updates/updates.ts'

const LOCAL_SERVER = 'http://localhost:3000'

/**
 * Returns the settings of a build, checked as the app checks what a member enters: PUBLIC_URL as an origin without a
 * trailing slash, and DESKTOP_UPDATE_FEED or null.
 * @throws Error with a sentence for the person who builds
 */
export function readBuildSettings(env) {
  const address = DESKTOP_MODELS.settings.shape.serverAddress.safeParse(env.PUBLIC_URL || LOCAL_SERVER)
  if (!address.success)
    throw new Error(
      `PUBLIC_URL has to begin with https:// (http:// only for this machine), and is ${env.PUBLIC_URL}`,
    )
  const updateFeed = env.DESKTOP_UPDATE_FEED || null
  if (updateFeed !== null && !isSafeFeed(updateFeed))
    throw new Error(`DESKTOP_UPDATE_FEED has to begin with https://, and is ${updateFeed}`)
  return { serverAddress: address.data, updateFeed }
}

/**
 * Checks what only a release needs: a server that other machines reach, and a tag that names the packaged version.
 * @throws Error with a sentence for the person who releases
 */
export function checkRelease(env, version) {
  const { serverAddress } = readBuildSettings(env)
  if (!env.PUBLIC_URL || !serverAddress.startsWith('https:'))
    throw new Error('A release needs PUBLIC_URL: the server that the app connects to at first, by https.')
  if (env.GITHUB_REF_TYPE === 'tag' && env.GITHUB_REF_NAME !== `v${version}`)
    throw new Error(`The tag is ${env.GITHUB_REF_NAME}, and package.json says ${version}.`)
}
