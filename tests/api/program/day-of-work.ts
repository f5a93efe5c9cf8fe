/**
 * A program as other companies write it: it uses only the OpenAPI document, and none of our code. Its types are
 * generated from the document of a running server, during the test.
 */
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '#openapi';

/** Keeps cookies, as a browser does by itself. */
function cookieJar(): Middleware {
  const cookies = new Map<string, string>();
  return {
    onRequest: ({ request }) => {
      request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      return request;
    },
    onResponse: ({ response }) => {
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
        cookies.set(name, value);
      }
    },
  };
}

const answered = <Data>({ data, error }: { data?: Data; error?: unknown }): Data => {
  if (data === undefined) throw new Error(`Refused: ${JSON.stringify(error)}`);
  return data;
};

/**
 * Registers, signs in, clocks in, takes a break, clocks out, and reads what was recorded.
 * @param pass moves the clock ahead by these minutes
 */
export async function dayOfWork(baseUrl: string, pass: (minutes: number) => void) {
  const api = createClient<paths>({ baseUrl });
  api.use(cookieJar());
  const person = { email: 'program@example.com', password: 'as good as any' };
  const { employeeId } = answered(await api.POST('/api/registration/employee-id', { body: {} }));
  const { user } = answered(
    await api.POST('/api/registration', {
      body: {
        ...person,
        name: 'Pro Gram',
        employeeId,
        department: 'Business Studio',
        hub: 'Core operations hub',
        position: 'Lead',
      },
    }),
  );
  answered(await api.POST('/api/sign-in', { body: person }));

  const press = (): { requestId: string } => ({ requestId: crypto.randomUUID() });
  answered(await api.POST('/api/clock/in', { body: { ...press(), notes: 'By a program' } }));
  const again = await api.POST('/api/clock/in', { body: press() });
  // The document lists the codes of each refusal, so a misspelt code does not compile.
  const isKnown = again.error?.code === 'already_clocked_in';
  pass(180);
  answered(await api.POST('/api/clock/break/start', { body: press() }));
  pass(30);
  answered(await api.POST('/api/clock/break/end', { body: press() }));
  pass(270);
  const { message } = answered(await api.POST('/api/clock/out', { body: press() }));
  const { entries } = answered(await api.GET('/api/time-entries', { params: { query: {} } }));
  return { user, entries, message, refused: { status: again.response.status, isKnown } };
}
