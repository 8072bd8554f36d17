/** Brings a tab to the front; if it is gone, the tab that the member used last, else a new one. */
export async function bringToFront(clients: Clients, id: string): Promise<void> {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((one) => one.id === id) ?? tabs[0]
  await (tab ? tab.focus() : clients.openWindow('/'))
}
