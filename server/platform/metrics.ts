import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export interface Figures {
  online(): Promise<number>
  waiting(): Promise<number>
  streams(): number
}

export interface Metrics {
  text(): Promise<{ text: string; contentType: string }>
}

/** Creates the Prometheus metrics of one node. A scrape reads the gauges. */
export function createMetrics(figures: Figures): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  gauge('rapport_online_people', 'People with at least one live stream on any node', figures.online)
  gauge('rapport_waiting_tickets', 'People waiting for a match on any node', figures.waiting)
  gauge('rapport_streams', 'Live streams open on this node', figures.streams)
  return {
    text: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  }
}
