# SPDX-License-Identifier: GPL-2.0-only
"""
A regression of a claim's gain on the settings, with its error.

Gains bend: a window that is long enough changes nothing more. There are few points for many
settings, most of which have no effect on one claim. So the gain is a Gaussian process: points that
lie near each other have similar gains, and each setting has a weight of its own that says how fast
the gain changes along it. Weights have a price, so that they are 0 but for settings that matter.
"""

import numpy
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize

_PRICE = 10.0
"""
Of a weight of 1, as a logarithm of how much likelier it has to make the values.

With less, weights that mean nothing fit some dozens of points, and points left out are missed.
"""

_FOLDS = 7
_STARTS = (-4.0, -2.0)  # logarithms of the weights from which the best ones are looked for
_WEIGHTS = (-8.0, 3.0)  # logarithms of the smallest and largest weight
_NOISE = (-10.0, 1.0)  # the same of the noise's variance, as a share of the values'
_LIKELY_NOISE = (-2.0, 1.0)  # mean and standard deviation of its logarithm
_WAVES = 400  # of a drawn function
_TINY = 1e-12


class Regression:
    """A function of the settings that is fitted to points."""

    def __init__(self, places, values):
        """
        places: array, a row per point, numbers from -1 to 1; values: what is predicted, one per
        point
        """
        self._process = _Process(places, values)
        rests, sizes = _left_out(places, values)
        self.error = float(numpy.sqrt(numpy.mean(rests**2)))
        """Root of the mean square error of points that were left out."""
        spread = float(numpy.std(values))
        self.explained = 1 - (self.error / spread) ** 2 if spread else 0.0
        """Share of the variance that is predicted of points that were left out."""
        # where points left out are farther off than expected, all errors are larger by this factor
        self._factor = max(1.0, float(numpy.sqrt(numpy.mean((rests / sizes) ** 2))))

    def predict(self, places):
        """Returns the predicted value of each row of places."""
        return self._process.predict(places)

    def difference(self, high, low):
        """
        Returns the mean predicted difference of two sets of places, and its standard error.

        high, low: arrays of the same size; their rows differ in one setting
        """
        value, error = self._process.difference(high, low)
        return value, self._factor * error

    def draw(self, random):
        """
        Returns a function that could be the true one as well: predict() of a function that is
        drawn from those that fit the points. random: numpy's Generator
        """
        return self._process.draw(random)


class _Process:
    """A Gaussian process with weights that fit its points."""

    def __init__(self, places, values):
        self._places = places
        self._mean = float(values.mean())
        self._unit = float(values.std()) or _TINY
        scaled = (values - self._mean) / self._unit
        self._weights, self._noise = _fitted(places, scaled)
        kernel = _kernel(places, places, self._weights)
        self._factored = cho_factor(kernel + self._noise * numpy.eye(len(scaled)))
        self._solved = cho_solve(self._factored, scaled)
        self._size = float(numpy.sqrt(max(scaled @ self._solved / len(scaled), _TINY)))
        self._scaled = scaled

    def predict(self, places):
        """Returns the mean of each row of places."""
        return self._mean + self._unit * (self._near(places) @ self._solved)

    def errors(self, places):
        """Returns the standard deviation of a value at each row of places, with its noise."""
        near = self._near(places)
        known = numpy.einsum("ij,ji->i", near, cho_solve(self._factored, near.T))
        return self._unit * self._size * numpy.sqrt(numpy.maximum(1 + self._noise - known, _TINY))

    def difference(self, high, low):
        """Does what Regression.difference() says."""
        step = (self._near(high) - self._near(low)).mean(axis=0)
        own = [
            _kernel(one, other, self._weights).mean()
            for one, other in ((high, high), (low, low), (high, low))
        ]
        variance = own[0] + own[1] - 2 * own[2] - step @ cho_solve(self._factored, step)
        error = self._unit * self._size * float(numpy.sqrt(max(variance, 0.0)))
        return self._unit * float(step @ self._solved), error

    def draw(self, random):
        """Does what Regression.draw() says: a sum of waves, bent to the points."""
        count = self._places.shape[1]
        slopes = random.standard_normal((_WAVES, count)) * numpy.sqrt(self._weights)
        phases = random.uniform(0, 2 * numpy.pi, _WAVES)
        heights = random.standard_normal(_WAVES) * self._size * numpy.sqrt(2 / _WAVES)

        def before(places):
            return numpy.cos(places @ slopes.T + phases) @ heights

        noise = random.standard_normal(len(self._scaled)) * self._size * numpy.sqrt(self._noise)
        bent = cho_solve(self._factored, self._scaled - before(self._places) - noise)
        return lambda places: self._mean + self._unit * (before(places) + self._near(places) @ bent)

    def _near(self, places):
        return _kernel(places, self._places, self._weights)


def _kernel(one, other, weights):
    """Returns how similar the values at two sets of places are: 1 if they are the same place."""
    one, other = one * numpy.sqrt(weights), other * numpy.sqrt(weights)
    squares = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T
    return numpy.exp(-numpy.maximum(squares, 0) / 2)


def _cost(places, values):
    """
    Returns the function that the best logarithms of weights and noise make small, with its slopes.

    It is the negative logarithm of how probable they are, given the values.
    """
    count = len(values)
    squares = (places[:, None, :] - places[None, :, :]) ** 2

    def cost(logarithms):
        weights, noise = numpy.exp(logarithms[:-1]), numpy.exp(logarithms[-1])
        kernel = numpy.exp(-squares @ weights / 2)
        factored = cho_factor(kernel + noise * numpy.eye(count), lower=True)
        inverse = cho_solve(factored, numpy.eye(count))
        solved = inverse @ values
        size = max(values @ solved / count, _TINY)
        likely = (logarithms[-1] - _LIKELY_NOISE[0]) / _LIKELY_NOISE[1]
        found = count / 2 * numpy.log(size) + numpy.log(numpy.diag(factored[0])).sum()
        found += _PRICE * weights.sum() + likely**2 / 2
        slope = inverse - numpy.outer(solved, solved) / size
        steps = -numpy.einsum("ij,ij,ijk->k", slope, kernel, squares) / 4 * weights
        noisy = noise * numpy.trace(slope) / 2 + likely / _LIKELY_NOISE[1]
        return found, numpy.append(steps + _PRICE * weights, noisy)

    return cost


def _fitted(places, values):
    """Returns the most probable weights and noise. values: with mean 0 and deviation 1"""
    columns = places.shape[1]
    tried = [
        minimize(
            _cost(places, values),
            numpy.append(numpy.full(columns, start), _LIKELY_NOISE[0]),
            jac=True,
            method="L-BFGS-B",
            bounds=[_WEIGHTS] * columns + [_NOISE],
        )
        for start in _STARTS
    ]
    best = numpy.exp(min(tried, key=lambda one: one.fun).x)
    return best[:-1], best[-1]


def _left_out(places, values):
    """
    Returns errors of points that were left out, and how large they were expected to be.

    One part of the points after the other is left out, and all weights are fitted anew.
    """
    rests, sizes = numpy.zeros(len(values)), numpy.ones(len(values))
    for fold in range(min(_FOLDS, len(values))):
        out = numpy.arange(len(values)) % _FOLDS == fold
        process = _Process(places[~out], values[~out])
        rests[out] = values[out] - process.predict(places[out])
        sizes[out] = process.errors(places[out])
    return rests, sizes
