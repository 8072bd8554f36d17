/** Whether the person asked the browser to use little data. Not every browser says so. */
export function savesData(navigator: object): boolean {
  if (!('connection' in navigator)) return false
  const { connection } = navigator
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
}
