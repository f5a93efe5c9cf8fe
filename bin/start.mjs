// `npm start` and `npm run demo`. Readable by any Node: see node-version.mjs.
import './node-version.mjs';

var given = process.argv.slice(2);
import('./run.mjs').then(function (run) {
  return run.run(given.length > 0 ? given : ['start']);
});
