// The health check of the container: exits with 0 when the server in it is ready. An image needs no curl for it.
const ready = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(ready ? 0 : 1)
