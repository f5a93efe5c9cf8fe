// Before `npm start`: the Node that it runs on is one of the packages. Readable by any Node: see node-version.mjs.
import './node-version.mjs';

void import('./run.mjs').then(function (run) {
  return run.prepare();
});
