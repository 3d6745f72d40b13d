/** The settings without which a service does not start in production. */
export const inProduction = {
  NODE_ENV: 'production',
  ADMIN_EMAIL: 'ada@people.example',
  ADMIN_PASSWORD: 'a very long password',
  CLIENT_ID: 'shop',
  CLIENT_SECRET: 'a very long secret',
  SECRET_KEY: 'a key of thirty-two characters and more',
  ALLOW_SIMULATED_PAYMENTS: 'true',
}
