/**
 * Preloaded into each measured server: answers its parent with what the process has used so far. The server itself is
 * started as in production.
 */
const collect = () => {
  globalThis.gc?.()
  globalThis.gc?.()
}

process.on('message', (question) => {
  if (question === 'collect') collect()
  const { user, system } = process.cpuUsage()
  process.send?.({ ...process.memoryUsage(), cpu: user + system })
})
// An open channel alone must not keep the process alive.
process.channel?.unref()
process.on('disconnect', () => process.exit(1))
