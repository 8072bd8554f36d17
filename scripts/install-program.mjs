import { spawnSync } from 'node:child_process'

/** The time limit for one call of apt-get, in milliseconds. */
const APT_WITHIN = 180_000

/** Installs a Debian package if possible. Returns whether its program is there. */
export async function installed(program, debianPackage) {
  const { findProgram } = await import('../tests/kit/find-program.ts')
  if (findProgram(program)) return true
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return false
  console.log(`Installing ${debianPackage} …`)
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      // Without a network apt-get would wait for minutes.
      timeout: APT_WITHIN,
      // Offline, systemd does not start the servers that are installed: the tests start their own.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1' },
    })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', debianPackage)
  return findProgram(program) !== null
}
