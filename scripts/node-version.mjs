/** Node that runs TypeScript by itself. On Linux the project brings one along (node_modules/.bin/node). */
const NEEDED = [22, 18]

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return
  console.error(
    `Rapport needs Node ${NEEDED.join('.')} or newer, and this is ${process.versions.node}. Start it with "npm start", or install a newer Node from nodejs.org.`,
  )
  process.exit(1)
}
