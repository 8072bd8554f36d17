import type { Client } from 'pg'
import type { Manifest } from './manifest.ts'
import { readPartitions } from './read-structure.ts'

type Partition = Manifest['partitions'][number]

/**
 * Gives each partitioned table the partitions of the backup in place of those that the migrations created, which are empty. A new
 * one has the indexes of one that it replaces, also those that the whole table cannot have.
 */
export async function restorePartitions(client: Client, { partitions }: Manifest): Promise<void> {
  const created = Map.groupBy(await readPartitions(client), ({ table }) => table)
  for (const [table, wanted] of Map.groupBy(partitions, (partition) => partition.table))
    await replacePartitions(client, table, { created: created.get(table) ?? [], wanted })
}

async function replacePartitions(
  client: Client,
  table: string,
  { created, wanted }: { created: readonly Partition[]; wanted: readonly Partition[] },
) {
  const isIn = (list: readonly Partition[]) => (one: Partition) =>
    list.some(({ name, bound }) => name === one.name && bound === one.bound)
  const replaced = created.filter((one) => !isIn(wanted)(one)).map(({ name }) => name)
  const missing = wanted.filter((one) => !isIn(created)(one))
  const [model] = created
  const modelName = model && replaced.includes(model.name) ? `replaced_${model.name}` : model?.name
  for (const name of replaced) {
    await client.query(`ALTER TABLE "${table}" DETACH PARTITION "${name}"`)
    await client.query(`ALTER TABLE "${name}" RENAME TO "replaced_${name}"`)
  }
  for (const { name, bound } of missing) {
    if (modelName === undefined) await client.query(`CREATE TABLE "${name}" PARTITION OF "${table}" ${bound}`)
    else {
      await client.query(`CREATE TABLE "${name}" (LIKE "${modelName}" INCLUDING ALL)`)
      await client.query(`ALTER TABLE "${table}" ATTACH PARTITION "${name}" ${bound}`)
    }
  }
  for (const name of replaced) await client.query(`DROP TABLE "replaced_${name}"`)
}
