import { describe, expect, it } from 'vitest'
import { followLaunches } from '#web/app/follow-launches.ts'

const ORIGIN = 'https://rapport.test'

/** Starts the installed app again with this address, while its window shows the first page. */
function launch(targetURL: string | null) {
  const opened: string[] = []
  const location = { origin: ORIGIN, pathname: '/', assign: (path: string) => void opened.push(path) }
  const launchQueue = { setConsumer: (consume: (launch: object) => void) => consume({ targetURL }) }
  const window = { location, launchQueue }
  followLaunches(window as unknown as Window)
  return opened
}

describe('another start of the installed app', () => {
  // covers: beyond-one-window
  it('opens the page of a shortcut in the open window', () => {
    expect(launch(`${ORIGIN}/safety-centre`)).toEqual(['/safety-centre'])
  })

  it('leaves the page as it is after a press on the icon, or for an address elsewhere', () => {
    for (const address of [`${ORIGIN}/`, null, 'https://evil.example/safety-centre'])
      expect(launch(address)).toEqual([])
  })
})
