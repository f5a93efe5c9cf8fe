/**
 * An OpenID Connect provider for one client, in its own process and in memory. Its page accepts any email address;
 * those that begin with 'unverified' count as not verified. Usage: node oidc-provider.mjs <PUBLIC_URL of the client>
 */
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const PAGE_HEAD = '<!doctype html><title>Provider</title>';
const [publicUrl] = process.argv.slice(2);
const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'punctual',
      client_secret: 'a secret of the tests',
      redirect_uris: [`${publicUrl}/api/single-sign-on/callback`],
      post_logout_redirect_uris: [`${publicUrl}/`],
    },
  ],
  cookies: { keys: ['a key of the tests'] },
  // As with many providers, the ID token has only the user's id. Other claims need another request.
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource(ctx, form) {
        ctx.body = `${PAGE_HEAD}${form}<button form="op.logoutForm" name="logout" value="yes">Leave</button>`;
      },
    },
  },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      email: id,
      email_verified: !id.startsWith('unverified'),
      name: `${id.split('@')[0]} of the provider`,
    }),
  }),
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client.clientId,
      accountId: oidc.session.accountId,
    });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});
const PAGE = `${PAGE_HEAD}<form method="post"><label>Email <input name="email"></label>
<button>Continue</button></form>`;
const answer = provider.callback();
server.on('request', async (request, response) => {
  if (!request.url.startsWith('/interaction/')) return answer(request, response);
  if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(PAGE);
  const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString('utf8'));
  return provider.interactionFinished(request, response, { login: { accountId: form.get('email') } });
});
process.stdout.write(`${issuer}\n`);
